import { rounds } from './harness.ts';

/**
 * Fifty dependent statements of equal cost: a multiplication and an addition. The loop around them is
 * in the same function, because entering a function takes time too, which belongs to its first line.
 */
function noLoop(start: number, turns: number): number {
  let x = start;
  for (let k = 0; k < turns; k++) {
    x = (Math.imul(x, 31) + 1) | 0; // @line01
    x = (Math.imul(x, 33) + 2) | 0; // @line02
    x = (Math.imul(x, 35) + 3) | 0; // @line03
    x = (Math.imul(x, 37) + 4) | 0; // @line04
    x = (Math.imul(x, 39) + 5) | 0; // @line05
    x = (Math.imul(x, 41) + 6) | 0; // @line06
    x = (Math.imul(x, 43) + 7) | 0; // @line07
    x = (Math.imul(x, 45) + 8) | 0; // @line08
    x = (Math.imul(x, 47) + 9) | 0; // @line09
    x = (Math.imul(x, 49) + 10) | 0; // @line10
    x = (Math.imul(x, 51) + 11) | 0; // @line11
    x = (Math.imul(x, 53) + 12) | 0; // @line12
    x = (Math.imul(x, 55) + 13) | 0; // @line13
    x = (Math.imul(x, 57) + 14) | 0; // @line14
    x = (Math.imul(x, 59) + 15) | 0; // @line15
    x = (Math.imul(x, 61) + 16) | 0; // @line16
    x = (Math.imul(x, 63) + 17) | 0; // @line17
    x = (Math.imul(x, 65) + 18) | 0; // @line18
    x = (Math.imul(x, 67) + 19) | 0; // @line19
    x = (Math.imul(x, 69) + 20) | 0; // @line20
    x = (Math.imul(x, 71) + 21) | 0; // @line21
    x = (Math.imul(x, 73) + 22) | 0; // @line22
    x = (Math.imul(x, 75) + 23) | 0; // @line23
    x = (Math.imul(x, 77) + 24) | 0; // @line24
    x = (Math.imul(x, 79) + 25) | 0; // @line25
    x = (Math.imul(x, 81) + 26) | 0; // @line26
    x = (Math.imul(x, 83) + 27) | 0; // @line27
    x = (Math.imul(x, 85) + 28) | 0; // @line28
    x = (Math.imul(x, 87) + 29) | 0; // @line29
    x = (Math.imul(x, 89) + 30) | 0; // @line30
    x = (Math.imul(x, 91) + 31) | 0; // @line31
    x = (Math.imul(x, 93) + 32) | 0; // @line32
    x = (Math.imul(x, 95) + 33) | 0; // @line33
    x = (Math.imul(x, 97) + 34) | 0; // @line34
    x = (Math.imul(x, 99) + 35) | 0; // @line35
    x = (Math.imul(x, 101) + 36) | 0; // @line36
    x = (Math.imul(x, 103) + 37) | 0; // @line37
    x = (Math.imul(x, 105) + 38) | 0; // @line38
    x = (Math.imul(x, 107) + 39) | 0; // @line39
    x = (Math.imul(x, 109) + 40) | 0; // @line40
    x = (Math.imul(x, 111) + 41) | 0; // @line41
    x = (Math.imul(x, 113) + 42) | 0; // @line42
    x = (Math.imul(x, 115) + 43) | 0; // @line43
    x = (Math.imul(x, 117) + 44) | 0; // @line44
    x = (Math.imul(x, 119) + 45) | 0; // @line45
    x = (Math.imul(x, 121) + 46) | 0; // @line46
    x = (Math.imul(x, 123) + 47) | 0; // @line47
    x = (Math.imul(x, 125) + 48) | 0; // @line48
    x = (Math.imul(x, 127) + 49) | 0; // @line49
    x = (Math.imul(x, 129) + 50) | 0; // @line50
  }
  return x;
}

let sink = 0;
rounds(60, {
  all: () => {
    sink = noLoop(sink, 350000);
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
