import { fileURLToPath } from 'node:url';
import { attempt } from '../core/index.ts';

/** One name for a script: some tools give urls where others give paths. */
export const pathOfUrl = (url: string): string =>
  url.startsWith('file:') ? (attempt(() => fileURLToPath(url)) ?? url) : url;
