import { useMediaQuery } from '@mantine/hooks'

/** Where tables become cards: Mantine's breakpoint `sm`. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })

/** Where the filters of a list would fill half a screen: up to Mantine's breakpoint `lg`. */
export const useTablet = (): boolean =>
  useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
