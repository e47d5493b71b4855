/** A text as it stands in notifications, and above a view: there VS Code makes links of `[text](target)`, also to commands. */
export const withoutLinks = (text: string): string => text.replaceAll('](', '] (');

/** A text as it stands in the status bar and in lists to pick from: there VS Code draws `$(name)` as an icon. */
export const withoutIcons = (text: string): string => text.replace(/\$\([\w-]+(~\w+)?\)/g, '\\$&');
