export * from './analysis.ts';
export * from './mapping.ts';
export * from './profile.ts';
export * from './units.ts';
