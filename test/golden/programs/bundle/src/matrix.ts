export type Matrix = Float64Array;

/** The product of two square matrices. */
export function multiply(a: Matrix, b: Matrix, size: number): Matrix {
  const product = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[row * size + k] * b[k * size + column];
      product[row * size + column] = sum;
    }
  }
  return product;
}
