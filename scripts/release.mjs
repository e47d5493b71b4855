// Makes a release: `npm run release`. Refuses unless everything is committed, the newest section of CHANGELOG.md is that of
// the version of package.json, and `.ci/run` passes. Then both packages and their checksums lie in out/, and it prints the commands
// that publish them, which need the publisher's tokens and are left to a person.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** @param {string} file @param {string[]} args */
const run = (file, ...args) => execFileSync(file, args, { stdio: 'inherit' });

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (execFileSync('git', ['status', '--porcelain']).length > 0)
  refuse('There are uncommitted changes: commit them first.');
const [, newest] = /^## (.*)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
if (newest !== version)
  refuse(`CHANGELOG.md begins with "${newest}", not with ${version}: rename "Unreleased", or change package.json.`);
if (!repository)
  console.warn('package.json names no repository: the pictures of README.md will not show on the marketplace.');

process.env.HEATLINE_TEST_NODES = 'all';
run('.ci/run');
// Where the repository is known, its address stands before the README's links and pictures: the marketplace has only those.
if (repository) run('npx', 'vsce', 'package', '--no-dependencies', '--out', 'out/heatline.vsix');
run('npm', 'run', '--silent', 'package:npm');
const names = [`heatline-${version}.vsix`, `heatline-${version}.tgz`];
renameSync('out/heatline.vsix', `out/${names[0]}`);
const checksums = names.map((name) => {
  const hash = createHash('sha256').update(readFileSync(`out/${name}`));
  return `${hash.digest('hex')}  ${name}\n`;
});
writeFileSync('out/SHA256SUMS', checksums.join(''));

console.log(`
${checksums.join('')}
Try both once more, then publish:
  git tag v${version} && git push --tags
  npx vsce publish --packagePath out/${names[0]}
  npm publish out/${names[1]}`);
