/** Whether a path is of an installed package. Folders with a dot hold what tools made of the user's own code. */
export const isInPackage = (path: string): boolean => /[\\/]node_modules[\\/](?!\.)/.test(path);
