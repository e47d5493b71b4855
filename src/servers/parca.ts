import * as v from 'valibot';
import type { Question } from './ask.ts';
import { askJson, type ServerApi } from './server-api.ts';
import { ServerError, type TimeSpan } from './profile-server.ts';

// https://github.com/parca-dev/parca/blob/main/gen/proto/swagger/parca/query/v1alpha1/query.swagger.json
const API = '/api/profiles';

const typeSchema = v.object({
  name: v.string(),
  sampleType: v.string(),
  sampleUnit: v.string(),
  periodType: v.string(),
  periodUnit: v.string(),
  delta: v.optional(v.boolean(), false),
});
const typesSchema = v.object({ types: v.optional(v.array(typeSchema), []) });
const labelsSchema = v.object({ labelNames: v.optional(v.array(v.string()), []) });
const valuesSchema = v.object({ labelValues: v.optional(v.array(v.string()), []) });
const profileSchema = v.object({ pprof: v.optional(v.string(), '') });

/** Parca, by its gateway for JSON. */
export const parca: ServerApi = {
  applicationLabel: undefined,
  listTypes: async (server, _, options) =>
    (await askJson(server, get('/types', {}), typesSchema, options)).types.map(nameOfType).sort(),
  listLabels: async (server, span, options) =>
    (await askJson(server, get('/labels', times(span)), labelsSchema, options)).labelNames,
  listValues: async (server, label, span, options) =>
    (await askJson(server, get(`/labels/${encodeURIComponent(label)}/values`, times(span)), valuesSchema, options))
      .labelValues,
  fetchProfile: async (server, { type, selector, span }, options) => {
    const { start, end } = times(span);
    const merge = { 'merge.query': type + selector, 'merge.start': start, 'merge.end': end };
    const query = { mode: 'MODE_MERGE', reportType: 'REPORT_TYPE_PPROF', ...merge };
    const { pprof } = await askJson(server, get('/query', query), profileSchema, options);
    if (pprof !== '') return Buffer.from(pprof, 'base64');
    throw new ServerError(`${server.url.host} has no samples of ${type} for ${selector} in that time.`);
  },
};

const nameOfType = ({ delta, ...type }: v.InferOutput<typeof typeSchema>): string => {
  const { name, sampleType, sampleUnit, periodType, periodUnit } = type;
  return [name, sampleType, sampleUnit, periodType, periodUnit, ...(delta ? ['delta'] : [])].join(':');
};

const times = ({ from, until }: TimeSpan): { readonly start: string; readonly end: string } => ({
  start: new Date(from).toISOString(),
  end: new Date(until).toISOString(),
});

const get = (path: string, query: Readonly<Record<string, string>>): Question => ({
  path: `${API}${path}?${new URLSearchParams(query).toString()}`,
});
