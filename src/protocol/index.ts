export * from './messages.ts';
export * from './panel-model.ts';
export * from './standalone.ts';
