import { createRoot } from 'react-dom/client'
import { heedOtherTabs } from '../../ground/sign-in/leaving/other-tabs.ts'
import { Booking } from './Booking.tsx'

heedOtherTabs()
// The rest of the page needs no script.
const place = document.querySelector<HTMLElement>('[data-book]')
if (place) createRoot(place).render(<Booking />)
