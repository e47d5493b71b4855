/** A text as it stands in notifications, and above a view: there VS Code makes links of `[text](target)`, also to commands. */
export const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

/** A text as it stands in the status bar and in lists to pick from: there VS Code draws `$(name)` as an icon. */
export const withoutIcons = (text: string): string => text.replace(/\$\([\w-]+(~\w+)?\)/g, '\\$&');

/** Escapes everything that Markdown, or VS Code's icons in it, could read as markup. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>&~$:@/"']/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/\s+/g, ' ');
}

/** A text as code in Markdown. Nothing in it is markup, except the marks that end it: a backtick and an empty line. */
export const codeSpan = (text: string): string => `\`${text.replaceAll('`', 'ˋ').replace(/\s+/g, ' ')}\``;

/** A command as a person is to see it whole. Characters that are not seen, or that turn the text around, are told by their numbers. */
export function commandText(words: readonly string[]): string {
  const shown = words.map((word) => (/^[\w./:\\=@+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  return shown.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
