import type { RecordingSample } from './recording-sample.ts';

/** Samples of our own form, and of the formats that are close to chat messages. */
export const CHAT_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'mcptest cassette',
    document: {
      schema_version: 'mcptest.dev/cassette/v1',
      kind: 'agent',
      turns: [
        {
          user: 'Free B7.',
          tool_calls: [
            { name: 'free_berth', server: 'harbour', args: { berth: 'B7' }, is_error: true, result: 'no' },
            { name: 'find_ship', args: { ship: 'Aurora' }, is_error: false, result: { berth: 'B7' } },
          ],
          final_response: 'It is locked.',
        },
      ],
    },
    sketch: 'Free B7.: free_berth! find_ship "It is locked."',
  },
];
