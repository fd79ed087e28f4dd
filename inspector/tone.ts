/** How good or bad something is, as a colour. Words always say it as well. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'violet' | 'plain'
