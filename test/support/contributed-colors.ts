import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The four kinds of theme that VS Code has defaults for. */
export interface ThemeColors {
  readonly dark: string;
  readonly light: string;
  readonly highContrast: string;
  readonly highContrastLight: string;
}

interface Manifest {
  readonly contributes: { readonly colors: readonly { readonly id: string; readonly defaults: ThemeColors }[] };
}

/** The defaults of every colour that package.json declares, by its id. */
export function contributedColors(): ReadonlyMap<string, ThemeColors> {
  const text = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8');
  const { colors } = (JSON.parse(text) as Manifest).contributes;
  return new Map(colors.map(({ id, defaults }) => [id, defaults]));
}
