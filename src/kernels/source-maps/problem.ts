/** What can be wrong with mappings. */
export const enum Problem {
  none,
  invalidCharacter,
  unfinishedNumber,
  tooLargeNumber,
  fieldCount,
  outOfRange,
  unknownSource,
  unknownName,
}
