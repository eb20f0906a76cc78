import { useMediaQuery } from '@mantine/hooks'

/** Narrower than this, dialogs take the whole screen, and what stands side by side becomes two views. */
const phone = '(max-width: 47.99em)'

export function usePhone(): boolean {
  return useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false
}
