// Writes the generated parts of README.md and docs/ anew: `npm run docs`.
import { writeDocuments } from './documents.ts';

await writeDocuments();
