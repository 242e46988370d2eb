import { runBlockParserContract } from '../testing-fixtures/run-block-parser-contract.ts';
import { parseBlocks } from './parse-blocks.ts';
import { parseWithMicromark } from './parse-with-micromark.ts';

runBlockParserContract('of micromark alone', parseWithMicromark);
runBlockParserContract('that reads plain text itself', parseBlocks);
