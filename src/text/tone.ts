/** How good a piece of news is; on a terminal it has the colour of its tone. */
export type Tone = 'good' | 'bad' | 'caution' | 'note' | 'quiet';
