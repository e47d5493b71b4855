import { rounds } from './harness.ts';

const buffer = new Int32Array(1000).map((_, i) => i * 7);
let sink = 0;

function setResult(value: number): void {
  sink = value; // @chain
}

function blameSetResult(): void {
  let sum = 0;
  for (let i = 0; i < buffer.length; i++) sum = (sum * 31 + buffer[i]) | 0; // @shallow
  setResult(sum); // @chain
}

const deep1 = (value: number): void => setResult(value); // @chain
const deep2 = (value: number): void => deep1(value); // @chain
const deep3 = (value: number): void => deep2(value); // @chain
const deep4 = (value: number): void => deep3(value); // @chain
const deep5 = (value: number): void => deep4(value); // @chain
const deep6 = (value: number): void => deep5(value); // @chain
const deep7 = (value: number): void => deep6(value); // @chain
const deep8 = (value: number): void => deep7(value); // @chain
const deep9 = (value: number): void => deep8(value); // @chain

function blameSetResultDeeper(): void {
  let sum = 0;
  for (let i = 0; i < buffer.length; i++) sum = (sum * 31 + buffer[i]) | 0; // @deep
  deep9(sum); // @chain
}

rounds(60, {
  shallow: () => {
    for (let k = 0; k < 9000; k++) blameSetResult(); // @chain
  },
  deep: () => {
    for (let k = 0; k < 9000; k++) blameSetResultDeeper(); // @chain
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
