export * from './messages.ts';
export { packNumbers, unpackNumbers } from './packed-numbers.ts';
export * from './panel-model.ts';
export * from './standalone.ts';
