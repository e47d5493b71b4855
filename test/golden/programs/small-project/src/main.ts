import { accessors, area, type Shape } from './shapes';
const shapes: Shape[] = [{ kind: 'circle', radius: 2 }, { kind: 'box', width: 2, height: 3 }];
export const total = shapes.map(area).reduce((sum, value) => sum + value, 0);
export const width = accessors({ kind: 'box', width: 1, height: 1 }).getWidth();
