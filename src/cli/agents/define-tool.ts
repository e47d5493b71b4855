import { CliError } from '../cli-error.ts';
import type { AgentCall } from './recordings.ts';

/** What an argument of a tool may be, in JSON Schema. */
type Parameter = { readonly description: string } & (
  | { readonly type: 'string' | 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' }; readonly minItems: number }
);
type Parameters = Readonly<Record<string, Parameter>>;

interface ValueOf {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly array: readonly string[];
}
type Arguments<P extends Parameters, Required extends keyof P> = {
  readonly [Key in Required]: ValueOf[P[Key]['type']];
} & { readonly [Key in keyof P]?: ValueOf[P[Key]['type']] };

interface Definition<P extends Parameters, Required extends keyof P & string> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: P;
  readonly required: readonly Required[];
  /** Whether it runs a program, and does not only read. */
  readonly runsPrograms?: boolean;
  readonly answer: (args: Arguments<P, Required>, call: AgentCall) => Promise<string> | string;
}

/** A tool, as an agent is told of it, that checks what it is given before it answers. */
export function defineTool<const P extends Parameters, const Required extends keyof P & string>({
  parameters,
  required,
  runsPrograms = false,
  answer,
  ...named
}: Definition<P, Required>) {
  return {
    ...named,
    inputSchema: { type: 'object', properties: parameters, required, additionalProperties: false } as const,
    // What a program does, nobody knows.
    annotations: { readOnlyHint: !runsPrograms, destructiveHint: runsPrograms, openWorldHint: runsPrograms },
    /** The answer as text. Throws what `sentenceOf` tells. */
    answer: async (given: unknown, call: AgentCall): Promise<string> => {
      const args = given ?? {};
      checkArguments(args, parameters, required);
      return answer(args as Arguments<P, Required>, call);
    },
  };
}

function checkArguments(given: unknown, parameters: Parameters, required: readonly string[]): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CliError('The arguments have to be an object.');
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new CliError(`"${missing}" is missing: ${parameters[missing].description}`);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(parameters, name))
      throw new CliError(`There is no argument "${name}"; there are ${Object.keys(parameters).join(', ')}.`);
    if (!fits(value, parameters[name])) throw new CliError(`"${name}" has to be ${wordsFor(parameters[name])}.`);
  }
}

function fits(value: unknown, parameter: Parameter): boolean {
  if (parameter.type === 'integer')
    return Number.isInteger(value) && (value as number) >= parameter.minimum && (value as number) <= parameter.maximum;
  if (parameter.type === 'array')
    return (
      Array.isArray(value) && value.length >= parameter.minItems && value.every((each) => typeof each === 'string')
    );
  return typeof value === parameter.type;
}

function wordsFor(parameter: Parameter): string {
  if (parameter.type === 'integer') return `a whole number from ${parameter.minimum} to ${parameter.maximum}`;
  return parameter.type === 'array' ? 'a list of strings, not empty' : `a ${parameter.type}`;
}
