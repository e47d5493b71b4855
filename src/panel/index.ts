export * from './messages.ts';
export * from './model-messages.ts';
export * from './panel-model.ts';
