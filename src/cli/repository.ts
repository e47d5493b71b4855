import { execFileSync } from 'node:child_process';
import { attempt } from '../core/index.ts';

/** The git repository that sources are in, where its web address is known. */
export interface Repository {
  /** Absolute path. */
  readonly root: string;
  /** Files that are not as the commit has them, relative to the root: links to their lines would mislead. */
  readonly changed: ReadonlySet<string>;
  /** A link that always shows this line as it is now. */
  linkTo(file: string, line: number): string;
}

/** The repository of a folder; undefined outside of one, and for hosts whose links are not known. */
export function findRepository(folder: string, env: NodeJS.ProcessEnv): Repository | undefined {
  const root = git(folder, 'rev-parse', '--show-toplevel')?.trim();
  const commit = git(folder, 'rev-parse', 'HEAD')?.trim();
  const address = addressOf(env) ?? webAddress(git(folder, 'remote', 'get-url', 'origin')?.trim() ?? '');
  if (root === undefined || commit === undefined || address === undefined) return undefined;
  const separator = new URL(address).hostname.includes('gitlab') ? '/-/blob/' : '/blob/';
  const changed = git(folder, 'diff', '--name-only', '-z', 'HEAD')?.split('\0') ?? [];
  return {
    root,
    changed: new Set(changed),
    linkTo: (file, line) => `${address}${separator}${commit}/${file.split('/').map(encodePart).join('/')}#L${line}`,
  };
}

/** Brackets would end a link of Markdown. */
const encodePart = (part: string): string =>
  encodeURIComponent(part).replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** What GitHub's and GitLab's build machines say. */
function addressOf(env: NodeJS.ProcessEnv): string | undefined {
  if (env.GITHUB_SERVER_URL && env.GITHUB_REPOSITORY)
    return checked(`${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`);
  return env.CI_PROJECT_URL === undefined ? undefined : checked(env.CI_PROJECT_URL);
}

/** The page of a remote: `git@github.com:me/app.git` and `https://github.com/me/app.git` are `https://github.com/me/app`. */
export function webAddress(remote: string): string | undefined {
  const match = /^(?:https?:\/\/(?:[^/@]*@)?|(?:ssh:\/\/)?git@)([\w.-]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/?$/.exec(
    remote,
  );
  return match && /(^|\.)(github|gitlab)\./.test(match[1]) ? checked(`https://${match[1]}/${match[2]}`) : undefined;
}

function checked(address: string): string | undefined {
  return URL.canParse(address) && /^https?:\/\/[^\s()<>[\]]+$/.test(address) ? address : undefined;
}

const git = (folder: string, ...args: string[]): string | undefined =>
  attempt(() => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
