/** How good or bad a statement is; decides its colour on a terminal. */
export type Tone = 'good' | 'bad' | 'caution' | 'note' | 'quiet';
