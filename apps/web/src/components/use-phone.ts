import { useMediaQuery } from '@mantine/hooks'

/** Where tables become cards: Mantine's breakpoint `sm`. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
