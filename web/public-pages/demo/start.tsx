import { hydrateRoot } from 'react-dom/client'
import { DemoForm } from './DemoForm.tsx'

// The rest of the page needs no script.
const place = document.querySelector<HTMLElement>('[data-demo]')
if (place) hydrateRoot(place, <DemoForm email={place.dataset.email ?? ''} />)
