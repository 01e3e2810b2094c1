export const TOOLS: readonly Record<string, unknown>[];
export class Server {
  constructor(told?: object);
  answerText(text: string): readonly unknown[] | 'end';
  answer(message: object): readonly unknown[];
}
