/** The texts of the modes for overlaps: here a mode is about what must not be, unlike a requirement that must be met. */
export const OVERLAP_TEXTS = { block: 'overlapsBlock', warn: 'overlapsWarn', off: 'overlapsOff' } as const
