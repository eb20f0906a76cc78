import { hydrateRoot } from 'react-dom/client'
import { heedOtherTabs } from '../../ground/sign-in/leaving/other-tabs.ts'
import { DemoForm } from './DemoForm.tsx'

heedOtherTabs()
// The rest of the page needs no script.
const place = document.querySelector<HTMLElement>('[data-demo]')
if (place) hydrateRoot(place, <DemoForm email={place.dataset.email ?? ''} />)
