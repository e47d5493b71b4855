import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** User settings that keep the workbench from talking to the tests: no welcome, tips, updates, notices. */
export const quietSettings: Settings = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  // As on a desktop. In a browser, the file of a test that takes its time would be written under its feet.
  'files.autoSave': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  // Otherwise the palette puts commands that were used before others, also before the one whose title is typed.
  'workbench.commandPalette.history': 0,
  // Nobody clicks beside a box that asks, but an editor that opens late takes the focus from it.
  'workbench.quickOpen.closeOnFocusLost': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // Otherwise tsserver installs types from npm while a test runs.
  'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
  'update.mode': 'none',
  // Otherwise a notice pops up for each port that a child listens on, inspector ports included.
  'remote.autoForwardPorts': false,
  'git.autofetch': false,
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * Adds settings to the user's, keeping what is there. A file with comments, written by a person, stays as it is. Shells in the terminal
 * read the start files of nobody: those of this machine may wait for a minute, as pyenv's do for a lock that a killed shell left.
 */
export function writeSettings(userDataDir: string, settings: Settings): void {
  const file = path.join(userDataDir, 'User', 'settings.json');
  mkdirSync(path.dirname(file), { recursive: true });
  const existing = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
  const ofShells = { HOME: userDataDir };
  const terminal = { 'terminal.integrated.env.linux': ofShells, 'terminal.integrated.env.osx': ofShells };
  if (existing) writeFileSync(file, JSON.stringify({ ...terminal, ...settings, ...existing }, null, 2) + '\n');
}

function parse(text: string): Settings | undefined {
  try {
    return JSON.parse(text) as Settings;
  } catch {
    return undefined;
  }
}
