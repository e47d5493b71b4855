export { createPositionMapper, type PositionMapperOptions } from './position-mapper.ts';
