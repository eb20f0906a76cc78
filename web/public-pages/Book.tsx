import { ContactList } from './Contact.tsx'
import { Frame } from './Frame.tsx'

/** Asking for an appointment without an account. The steps need a script; without one, the hospital's phone stands here. */
export function Book() {
  return (
    <Frame page="book">
      <section className="wrap book" aria-labelledby="book">
        <h1 id="book">Book an appointment</h1>
        <p className="lead">
          Choose a free time. We hold it for you, and write to you when your appointment is booked.
        </p>
        <noscript>
          <p>This page needs JavaScript. Please phone us instead.</p>
        </noscript>
        <div data-book className="with-script card book-card">
          <p role="status">Loading…</p>
        </div>
        <h2>Prefer to call?</h2>
        <ContactList />
        <p className="dim">
          In an emergency, don’t book here. Call an ambulance, or go to the nearest emergency department.
        </p>
      </section>
    </Frame>
  )
}
