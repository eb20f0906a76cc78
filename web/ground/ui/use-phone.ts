import { useMediaQuery } from '@mantine/hooks'

/** Narrower than this, dialogs take the whole screen, and what stands side by side becomes two views. */
const phone = '(max-width: 47.99em)'

export function usePhone(): boolean {
  return useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false
}

/** Whether the main action stays at the lower edge, in reach of the thumb. A low window has it above. */
export function useThumb(): boolean {
  return (
    useMediaQuery(`${phone} and (min-height: 30em)`, undefined, { getInitialValueInEffect: false }) ?? false
  )
}
