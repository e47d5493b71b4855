import assert from 'node:assert/strict';
import { codeSpan, commandText, withoutIcons, withoutLinks } from '../../../src/extension/plain-text.ts';

/** What VS Code turns into a link (`linkedText.ts`) or an icon (`iconLabels.ts`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

describe('Plain text', () => {
  for (const text of [
    'The source see [the documentation](command:workbench.action.closeWindow) is not on disk.',
    '[a](https://example.org "title")',
    '[[a](file:///etc/passwd)](command:b)',
  ]) {
    it(`has no link: ${text}`, () => {
      assert.match(text, link);
      assert.doesNotMatch(withoutLinks(text), link);
    });
  }

  it('has no icon', () => {
    const shown = withoutIcons('$(alert).js:1 $(sync~spin) \\$(x) $(no icon) $(').replace(icon, (all, escape) =>
      escape ? all.slice(1) : 'ICON',
    );
    assert.equal(shown, '$(alert).js:1 $(sync~spin) \\$(x) $(no icon) $(');
  });

  it('is left as it is where nothing is to be hidden', () => {
    const text = 'a[0](b) costs $5 (or 6)';
    assert.equal(withoutIcons(text), text);
    assert.equal(withoutLinks('see [1] (there)'), 'see [1] (there)');
  });

  it('stays code, whatever it holds', () => {
    assert.equal(codeSpan('a`b\n\n[c](command:d)'), '`aˋb [c](command:d)`');
  });

  it('shows of a command what could hide it', () => {
    const words = ['node', 'a b.js', '\u202esj.a\u200b', 'x\u0085'];
    assert.equal(commandText(words), String.raw`node "a b.js" "\u{202e}sj.a\u{200b}" "x\u{85}"`);
  });
});
