export interface Circle { readonly kind: 'circle'; readonly radius: number }
export interface Box { readonly kind: 'box'; readonly width: number; readonly height: number }
export type Shape = Circle | Box;
type Mapped<T> = { readonly [Key in keyof T as `get${Capitalize<string & Key>}`]: () => T[Key] };
export const accessors = (box: Box): Mapped<Box> => ({
  getKind: () => box.kind,
  getWidth: () => box.width,
  getHeight: () => box.height,
});
export function area(shape: Shape): number {
  switch (shape.kind) {
    case 'circle':
      return Math.PI * shape.radius ** 2;
    case 'box':
      return shape.width * shape.height;
  }
}
