import { parca } from './parca.ts';
import type { ServerKind } from './profile-server.ts';
import { pyroscope } from './pyroscope.ts';
import type { ServerApi } from './server-api.ts';

export * from './profile-server.ts';
export { nameWithLabels, pushProfile } from './push.ts';
export { usualType } from './server-api.ts';

/** How each kind of server is asked. */
export const serverApis: Readonly<Record<ServerKind, ServerApi>> = { pyroscope, parca };
export const serverKinds = Object.keys(serverApis) as ServerKind[];
