import type { ReactNode } from 'react'
import { Mark } from '../ground/ui/page/Mark.tsx'
import { ContactList, OwnHospital } from './Contact.tsx'
import { type PageName, product } from './content.ts'

const links = [
  { to: '/About', name: 'About', page: 'About' },
  { to: '/', name: 'Features', page: 'home' },
  { to: '/teams', name: 'Team', page: 'teams' },
] as const

/** The frame of all public pages: the top bar and the footer. */
export function Frame({ page, children }: { page: PageName; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="bar">
        <div className="bar-row wrap">
          <a className="brand" href="/">
            <Mark size={32} />
            {product.name}
          </a>
          <p className="own in-bar">
            <OwnHospital />
          </p>
          <nav aria-label="Main">
            <ul>
              {links.map(({ to, name, page: own }) => (
                <li key={to}>
                  <a href={to} aria-current={own === page ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <a className="button quiet" href="/sign-in">
            Sign In
          </a>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Foot />
    </>
  )
}

function Foot() {
  return (
    <footer className="foot">
      <div className="wrap foot-columns">
        <div>
          <p className="brand">
            <Mark size={28} />
            {product.name}
          </p>
          <p className="dim">{product.tagline} for every ward, desk and store.</p>
          <p className="own">
            <OwnHospital />
          </p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">Quick Links</h2>
          <ul>
            <li>
              <a href="/">Features</a>
            </li>
            <li>
              <a href="/teams">Team</a>
            </li>
            <li>
              <a href="/sign-in">Sign In</a>
            </li>
            <li>
              <a href="/sign-up">Sign Up</a>
            </li>
          </ul>
        </nav>
        <div>
          <h2>Contact</h2>
          <ContactList withAddress />
        </div>
      </div>
      <p className="wrap copyright">{product.copyright}</p>
    </footer>
  )
}

/** The ward at night, and the way in. */
export function Closing({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <section className="closing" aria-labelledby="closing">
      <div className="wrap closing-row">
        <div>
          <h2 id="closing">{title}</h2>
          <p>{text}</p>
          {action}
        </div>
        <NightLamp />
      </div>
    </section>
  )
}

/** One lamp lit at the desk, beds asleep behind it. */
function NightLamp() {
  return (
    <svg className="night" viewBox="0 0 420 240" fill="none" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="lamp">
          <stop offset="0" stopColor="#f5b83d" stopOpacity="0.5" />
          <stop offset="0.4" stopColor="#f5b83d" stopOpacity="0.16" />
          <stop offset="1" stopColor="#f5b83d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="300" cy="130" r="128" fill="url(#lamp)" />
      <g stroke="#7fb0b4" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M0 222h420" opacity="0.6" />
        <path d="M40 112V66c0-20 14-34 34-34s34 14 34 34v46zM74 32v80M40 72h68M32 112h84" opacity="0.6" />
        <path d="M94 56a10 10 0 1 1-9-14 8 8 0 0 0 9 14z" fill="#cfe3e4" stroke="none" />
        <path d="M24 222v-72M24 200h150v22M174 200v-16c0-10-7-16-18-16H84" opacity="0.85" />
        <path d="M32 184c0-12 7-19 18-19s18 7 18 19M72 184c26-10 62-12 100 0" opacity="0.85" />
        <path d="M214 172h172M226 172v50M374 172v50M226 196h148" stroke="#d5e7e8" />
        <path d="M238 172v-10h30v10M243 162v-8h22v8" stroke="#d5e7e8" />
      </g>
      <g
        transform="translate(256 84) scale(2.95)"
        stroke="#d5e7e8"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path
          d="M11.5 8.2C11.5 4.9 13.4 3 16 3s4.5 1.9 4.5 5.2M12 8.4h8l1.6 3.2H10.4zM11.2 11.6c-2 2.2-2.9 4.4-2.9 6.7s.9 4.4 2.9 6.5h9.6c2-2.1 2.9-4.2 2.9-6.5s-.9-4.5-2.9-6.7M9.6 24.8h12.8l1 3.6H8.6z"
          strokeWidth="0.8"
        />
        <path
          d="M16 13.6c2.1 2.4 3.1 4 3.1 5.7a3.1 3.1 0 0 1-6.2 0c0-1.7 1-3.3 3.1-5.7z"
          fill="#f5b83d"
          stroke="none"
        />
      </g>
    </svg>
  )
}
