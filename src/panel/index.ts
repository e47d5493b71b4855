export * from './decode-model.ts';
export * from './encode-model.ts';
export * from './messages.ts';
export * from './panel-model.ts';
