import * as path from 'node:path';

/**
 * A launch configuration as it is written, with its variables for the file in front (`${file}`, `${fileDirname}` …)
 * standing for `file`, where that is what the configuration profiles: another file may be in front by now. `folder`: path
 * of the workspace folder.
 */
export function fillFileIn<Configuration extends Readonly<Record<string, unknown>>>(
  configuration: Configuration,
  file: string,
  folder: string | undefined,
): Configuration {
  const { program = '${file}' } = configuration;
  if (program !== '${file}') return configuration;
  const variables = fileVariables(file, folder);
  return JSON.parse(JSON.stringify({ ...configuration, program }), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables.get(name) ?? whole)
      : value,
  ) as Configuration;
}

function fileVariables(file: string, folder: string | undefined): ReadonlyMap<string, string> {
  const { base, dir, ext, name } = path.parse(file);
  const inFolder: [string, string][] =
    folder === undefined
      ? []
      : [
          ['fileWorkspaceFolder', folder],
          ['relativeFile', path.relative(folder, file)],
          ['relativeFileDirname', path.relative(folder, dir) || '.'],
        ];
  return new Map([
    ['file', file],
    ['fileBasename', base],
    ['fileBasenameNoExtension', name],
    ['fileExtname', ext],
    ['fileDirname', dir],
    ['fileDirnameBasename', path.basename(dir)],
    ...inFolder,
  ]);
}
