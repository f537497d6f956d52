import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Blue-green. Shade 8 has a contrast of 4.5:1 on white. */
const lagoon: MantineColorsTuple = [
  '#e8f7fa',
  '#d3edf2',
  '#a6dbe5',
  '#74c7d6',
  '#4db6c9',
  '#2a9fb5',
  '#14869c',
  '#0f7488',
  '#0b6478',
  '#07505f',
]

/** The second colour. It marks what is not an action, such as the dot of the logo and the current menu entry. */
const apricot: MantineColorsTuple = [
  '#fff3e4',
  '#fde3c6',
  '#f9c791',
  '#f5aa58',
  '#f0912c',
  '#e27d12',
  '#c2660a',
  '#9c5108',
  '#7a4009',
  '#5c3108',
]

/** Surfaces of the dark scheme have a touch of the brand's blue-green. */
const dark: MantineColorsTuple = [
  '#d3dde2',
  '#b6c3c9',
  '#8b9ca5',
  '#657781',
  '#35464f',
  '#2a3941',
  '#202c33',
  '#172127',
  '#11191e',
  '#0c1216',
]

const TOUCH_TARGET = 40

/** As high as the input, whose lines it leaves in sight. */
const clearButton = {
  size: TOUCH_TARGET,
  style: {
    pointerEvents: 'all',
    border: '1px solid transparent',
    background: 'var(--input-bg)',
    backgroundClip: 'padding-box',
  },
} as const

/** The box itself is smaller than a touch target, so the label beside it is as high as one. */
const ticked = {
  styles: {
    body: { alignItems: 'center' },
    label: { display: 'inline-flex', alignItems: 'center', minHeight: TOUCH_TARGET },
  },
}

export const theme = createTheme({
  colors: { lagoon, apricot, dark },
  primaryColor: 'lagoon',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  // Dialogs and menus are then there and gone at once.
  respectReducedMotion: true,
  fontFamily:
    'var(--face), system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  components: {
    Button: { styles: { root: { minHeight: TOUCH_TARGET } } },
    ActionIcon: { defaultProps: { size: TOUCH_TARGET, variant: 'subtle' } },
    Checkbox: ticked,
    Radio: ticked,
    Switch: ticked,
    SegmentedControl: {
      styles: { label: { display: 'grid', alignItems: 'center', minHeight: TOUCH_TARGET } },
    },
    Tabs: { styles: { tab: { minHeight: TOUCH_TARGET } } },
    PasswordInput: { vars: () => ({ root: { '--psi-button-size': `${TOUCH_TARGET}px` } }) },
    CloseButton: { defaultProps: { size: TOUCH_TARGET } },
    Select: {
      defaultProps: {
        comboboxProps: { shadow: 'md' },
        clearButtonProps: clearButton,
        // A dialog that gives it the first focus would open with a list over its other fields.
        openOnFocus: false,
      },
    },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Pill: {
      vars: () => ({ root: { '--pill-height': `${TOUCH_TARGET}px` } }),
      styles: { remove: { minWidth: TOUCH_TARGET, minHeight: TOUCH_TARGET } },
    },
    Input: { vars: () => ({ wrapper: { '--input-height': `${TOUCH_TARGET}px` }, input: {} }) },
    Pagination: {
      defaultProps: { size: TOUCH_TARGET, gap: 4 },
      // Mantine would scale the numbers with the size of the button.
      vars: () => ({ root: { '--pagination-control-fz': 'var(--mantine-font-size-sm)' } }),
    },
    // Mantine renders the head of a dialog as <header>, which screen readers would take for a second banner.
    Modal: {
      defaultProps: { radius: 'md', attributes: { header: { role: 'none' } } },
      styles: { title: { fontWeight: 600, lineHeight: 1.35 } },
    },
    // Colored text on a light background of the same color is hard to read.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: {
      // A badge in a narrow column would show nothing but its icon.
      styles: { root: { minWidth: 'max-content', textTransform: 'none' } },
      vars: (_theme: unknown, { variant }: { variant?: string }) => ({
        root: variant === 'light' ? { '--badge-color': 'var(--mantine-color-text)' } : {},
      }),
    },
  },
})

const TINT_PERCENT = 15
const TINT_HOVER_PERCENT = 22
/** Colours of light badges, alerts and buttons. In the dark Mantine's are darker than the ground, and its yellow is brown. */
const TINTED = ['lagoon', 'apricot', 'teal', 'green', 'yellow', 'orange', 'red', 'blue', 'gray']
const tint = (color: string, percent: number) =>
  `color-mix(in srgb, var(--mantine-color-${color}-5) ${percent}%, var(--mantine-color-body))`
const tints = Object.fromEntries(
  TINTED.flatMap((color) => [
    [`--mantine-color-${color}-light`, tint(color, TINT_PERCENT)],
    [`--mantine-color-${color}-light-hover`, tint(color, TINT_HOVER_PERCENT)],
  ]),
)

/** Mantine's dimmed grey and its error red have too little contrast for small text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...tints,
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    // Actions have the colour of links, as they do in the light scheme.
    '--mantine-color-lagoon-light-color': 'var(--mantine-color-lagoon-4)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})
