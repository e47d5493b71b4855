import { Category, type CategoryName, categoryNames, type FunctionIndex } from '../../core/index.ts';
import type { PanelChange } from '../../panel/index.ts';
import type { FunctionTimes } from '../model/function-times.ts';
import { type TierName, tiersOf } from '../model/tiers.ts';
import type { PanelTables } from '../panel-tables.ts';
import type { Colouring } from '../state/preferences.ts';
import { fromHsl, luminance, mix, type Rgb, toPixel } from './colour.ts';
import type { Shade, Theme } from './theme.ts';

/** Colours of boxes, one for each function and a last one for the root of everything. */
export interface Palette {
  readonly fill: Uint32Array;
  /** Of functions that a search did not find. */
  readonly dimmed: Uint32Array;
  /** 1 where black text reads better than white. */
  readonly blackText: Uint8Array;
}

/**
 * From no self time to the hottest. Lightness rises (or falls) from level to level, so that the order is seen without
 * telling hues apart. On dark backgrounds it is inferno (S. van der Walt and N. Smith, matplotlib, CC0) up to its
 * yellow, as in the editor.
 */
export const heatRamps: Readonly<Record<Shade, readonly Rgb[]>> = {
  light: [0xe3e7ed, 0xf6ead0, 0xfbdca4, 0xfcc774, 0xf9aa4b, 0xef8733, 0xd96127, 0xb83d20, 0x8a1f1a],
  dark: [0x2e333d, 0x65156e, 0x85216b, 0xa52c60, 0xc43c4e, 0xdd513a, 0xf1731d, 0xfb9b06, 0xf7d13d],
};

/** What a kind of code is called, and its colour on a light and on a dark background. */
interface Kind extends Readonly<Record<Shade, Rgb>> {
  readonly label: string;
}

/** The colours are after Okabe and Ito's palette for all kinds of colour vision. */
export const kinds: Readonly<Record<CategoryName, Kind>> = {
  own: { label: 'Own code', light: 0x8fc1ee, dark: 0x2f6da8 },
  dependency: { label: 'Dependencies', light: 0xf2cf8f, dark: 0x8a6a26 },
  node: { label: 'Node.js', light: 0x97d8c4, dark: 0x2b7a64 },
  native: { label: 'Native', light: 0xd6bfe8, dark: 0x71588f },
  gc: { label: 'Garbage collector', light: 0xec9f8e, dark: 0xa8503c },
  program: { label: 'Program', light: 0xd3d6dc, dark: 0x5a616d },
  idle: { label: 'Idle', light: 0xd3d6dc, dark: 0x5a616d },
  root: { label: 'All', light: 0xe3e7ed, dark: 0x333a45 },
  compiling: { label: 'Compiling', light: 0xf1e9a6, dark: 0x77722a },
  wasm: { label: 'WebAssembly', light: 0xb9b4f0, dark: 0x534fa3 },
};

/** Warm for unoptimised code, cold for optimised code; within each lightness tells them apart. */
export const tiers: Readonly<Record<TierName, Kind>> = {
  interpreter: { label: 'Interpreter', light: 0xd9794f, dark: 0xb5522c },
  baseline: { label: 'Baseline', light: 0xf5d08a, dark: 0xcf9a3f },
  maglev: { label: 'Maglev', light: 0x93ccf7, dark: 0x5b9bd1 },
  turbofan: { label: 'TurboFan', light: 0x4f86c6, dark: 0x2a5d92 },
};

/** Blue and orange are told apart by every kind of colour vision; the signs stand for those who see neither. */
export const verdicts: Readonly<Record<PanelChange['verdict'], Kind>> = {
  faster: { label: '▼ faster', light: 0x5b9fe6, dark: 0x2f7fd0 },
  unclear: { label: 'no clear change', light: 0xd3d6dc, dark: 0x3c424d },
  slower: { label: '▲ slower', light: 0xe5883a, dark: 0xc96a1e },
};

/** Kinds that frames can have, for the legend. */
export const shownKinds = categoryNames.filter((name) => name !== 'root' && name !== 'idle');

/** The level, 0 (none) to 8 (the hottest), of a self time; a square root, so that warm functions show as well. */
export function heatLevel(time: number, hottest: number): number {
  if (!(time > 0) || !(hottest > 0)) return 0;
  return Math.max(1, Math.min(8, Math.ceil(Math.sqrt(time / hottest) * 8)));
}

interface Coloured {
  readonly model: PanelTables;
  readonly times: FunctionTimes;
  readonly changes: ReadonlyMap<FunctionIndex, PanelChange>;
  readonly theme: Theme;
}

/** The colours of every function. */
export function buildPalette(coloured: Coloured, colouring: Colouring): Palette {
  const { model, theme } = coloured;
  const colourOf = colourings[colouring](coloured);
  const functions = model.header.functionNames.length;
  const category = model.columns['functions.category'];
  const rootColour = heatRamps[theme.shade][0];
  const palette = {
    fill: new Uint32Array(functions + 1),
    dimmed: new Uint32Array(functions + 1),
    blackText: new Uint8Array(functions + 1),
  };
  const shades = new Map<Rgb, ReturnType<typeof shadeOf>>();
  for (let fn = 0; fn <= functions; fn++) {
    const colour = fn === functions || category[fn] === Category.root ? rootColour : colourOf(fn);
    const shade = shades.get(colour) ?? shadeOf(colour, theme);
    shades.set(colour, shade);
    palette.fill[fn] = shade.fill;
    palette.dimmed[fn] = shade.dimmed;
    palette.blackText[fn] = shade.blackText;
  }
  return palette;
}

type ColourOf = (fn: FunctionIndex) => Rgb;
const colourings: Readonly<Record<Colouring, (coloured: Coloured) => ColourOf>> = {
  heat: byHeat,
  file: byFile,
  package: byPackage,
  kind: byKind,
  tier: byTier,
  change: byChange,
};

const CODE: ReadonlySet<number> = new Set([Category.own, Category.dependency, Category.node, Category.native]);

/** What a palette has of one colour, which many functions share. */
function shadeOf(colour: Rgb, theme: Theme) {
  return {
    fill: toPixel(colour),
    dimmed: toPixel(mix(colour, theme.background, 0.72)),
    blackText: luminance(colour) > 0.19 ? 1 : 0,
  };
}

/** What is no code (collector, compiler, idle time …) cannot be improved: it stays grey, the scale is for the others. */
function byHeat({ model, theme: { shade }, times }: Coloured): ColourOf {
  const category = model.columns['functions.category'];
  const hasCode = (fn: FunctionIndex): boolean => CODE.has(category[fn]);
  const hottest = times.selfTime.reduce((most, time, fn) => (hasCode(fn) ? Math.max(most, time) : most), 0);
  return (fn) => (hasCode(fn) ? heatRamps[shade][heatLevel(times.selfTime[fn], hottest)] : kinds.program[shade]);
}

function byKind({ model, theme: { shade } }: Coloured): ColourOf {
  return (fn) => kinds[categoryNames[model.columns['functions.category'][fn]]][shade];
}

/** By the tier in which a function's own code ran for most of its time; grey where that is unknown, or all was native. */
function byTier({ model, theme: { shade } }: Coloured): ColourOf {
  return (fn) => {
    const [most] = tiersOf(model.columns, fn);
    return (most ? tiers[most.tier] : kinds.program)[shade];
  };
}

/** The stronger, the more its own time changed; fully from twice, or half, the time on. */
function byChange({ changes, theme: { shade } }: Coloured): ColourOf {
  const unclear = verdicts.unclear[shade];
  return (fn) => {
    const { verdict, ratio = Infinity } = changes.get(fn) ?? { verdict: 'unclear' };
    return mix(unclear, verdicts[verdict][shade], Math.min(1, 0.4 + 0.6 * Math.abs(Math.log2(ratio))));
  };
}

/** The same file has the same colour in every recording. */
function byFile({ model, theme: { shade } }: Coloured): ColourOf {
  const bySource = model.header.sourceLabels.map((label) => hueColour(hashText(label), shade));
  return (fn) => bySource[model.columns['functions.source'][fn]] ?? kinds.program[shade];
}

/** What is no package keeps the colour of its kind, and so does own code. */
function byPackage(coloured: Coloured): ColourOf {
  const { model, theme } = coloured;
  const byRow = packageColours(model.header, theme.shade);
  const ofKind = byKind(coloured);
  return (fn) => byRow[model.columns['functions.package'][fn]] ?? ofKind(fn);
}

/** The colour of each package: by its name, or the next one that no hotter package has. */
export function packageColours({ packages }: Pick<PanelTables['header'], 'packages'>, shade: Shade): Rgb[] {
  const taken = new Set<number>();
  return packages.map(({ package: known, isOwn }) => {
    if (isOwn) return kinds.own[shade];
    if (known === undefined) return kinds.program[shade];
    let hash = hashText(known.name);
    while (taken.has(hash % HUES) && taken.size < HUES) hash += HUE_STEP;
    taken.add(hash % HUES);
    return hueColour(hash, shade);
  });
}

const HUES = 24;
/** To a hue that looks different; it has no divisor in common with their number. */
const HUE_STEP = 7;

/** Lightness differs too, for those who tell few hues apart. */
function hueColour(hash: number, shade: Shade): Rgb {
  const lightness = ((hash >>> 9) % 3) * 0.055;
  return shade === 'dark'
    ? fromHsl((hash % HUES) * 15, 0.34, 0.3 + lightness)
    : fromHsl((hash % HUES) * 15, 0.58, 0.74 + lightness);
}

/** A 32-bit hash of a text, at least 0 (FNV-1a over UTF-16 units). */
function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 15)) >>> 0;
}
