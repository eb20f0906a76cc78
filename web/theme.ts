import {
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type ComboboxProps,
  createTheme,
  type DrawerProps,
  type InputProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PaperProps,
  type PopoverProps,
  type SelectProps,
  type SkeletonProps,
  type TooltipProps,
} from '@mantine/core'

/**
 * The look: a night ward. Four font sizes, two weights, an 8 px grid, one primary (ink-teal), and amber for what is
 * now, live or needs somebody. Contrasts that carry text are at least 4.5, borders of inputs at least 3.
 */

const ink: MantineColorsTuple = [
  '#edf5f5',
  '#d8e9ea',
  '#b4d5d7',
  '#8bbfc2',
  '#63a8ad',
  '#3f8f95',
  '#24767d',
  '#155f66',
  '#0f4b52',
  '#0b383e',
]

const amber: MantineColorsTuple = [
  '#fff6e3',
  '#ffeac4',
  '#fdd994',
  '#f9c662',
  '#f5b83d',
  '#e39a17',
  '#b87505',
  '#8a5300',
  '#6d4100',
  '#4f2f00',
]

const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fadcd8',
  '#f4b8b1',
  '#ff9d94',
  '#e5695d',
  '#cf4438',
  '#b93025',
  '#a3241b',
  '#841b14',
  '#63140f',
]

/** Warm greys: paper in daylight. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3f0ea',
  '#e7e3da',
  '#d9d4c9',
  '#bfb9ad',
  '#8a857b',
  '#6b665e',
  '#524e48',
  '#38352f',
  '#211f1b',
]

/** Deep blue-black: the ward at night. */
const dark: MantineColorsTuple = [
  '#e4e9f0',
  '#c3ccd8',
  '#9aa7b8',
  '#8594a7',
  '#2c3a4e',
  '#1f2b3c',
  '#161f2d',
  '#0f1621',
  '#0b111a',
  '#070b12',
]

const letters = "'Figtree Variable', 'Until Figtree', system-ui, sans-serif"

export const theme = createTheme({
  colors: { ink, amber, red, gray, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  black: '#17242b',
  white: '#ffffff',
  fontFamily: letters,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.1875rem', xl: '1.75rem' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.35', xl: '1.2' },
  headings: {
    fontFamily: letters,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.5' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.5' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '999px' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(15 35 42 / 6%)',
    sm: '0 2px 6px rgb(15 35 42 / 8%)',
    md: '0 6px 20px rgb(15 35 42 / 12%)',
    lg: '0 12px 32px rgb(15 35 42 / 16%)',
    xl: '0 16px 48px rgb(15 35 42 / 20%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  // Plain objects: a component that is imported here would be loaded with the first screen.
  components: {
    Anchor: { defaultProps: { underline: 'always' } satisfies AnchorProps },
    Button: { defaultProps: { fw: 600 } satisfies ButtonProps },
    Paper: { defaultProps: { withBorder: true, shadow: 'none' } satisfies PaperProps },
    Input: { defaultProps: { size: 'sm' } satisfies InputProps },
    // Level with the box from the start: what is centred before it has a width lies beside a phone's screen, which is
    // then drawn wider than it is.
    Combobox: { defaultProps: { position: 'bottom-start' } satisfies Partial<ComboboxProps> },
    Select: {
      defaultProps: { checkIconPosition: 'right', allowDeselect: false } satisfies SelectProps,
    },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.55 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Its header is no banner of the page.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: {
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.55 },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<DrawerProps>,
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      } satisfies MenuProps,
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } satisfies PopoverProps },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 } } satisfies Partial<TooltipProps> },
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', fw: 600, radius: 'sm' } satisfies BadgeProps,
    },
    Skeleton: { defaultProps: { radius: 'xs' } satisfies SkeletonProps },
  },
})
