const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g

/** `12345` → `12,345` and `12345.60` → `12,345.60`, as in both languages. Works on digits, so that no number is ever converted. */
export const grouped = (digits: string | number): string => String(digits).replace(THOUSANDS, ',')
