import { ContactList, email, MailLink } from './Contact.tsx'
import { aboutPage, demo } from './content.ts'
import { DemoForm } from './demo/DemoForm.tsx'
import { Drawing, Icon } from './drawings.tsx'
import { Frame } from './Frame.tsx'
import { Picture } from './Picture.tsx'

export function About() {
  const { title, lead, sections, security } = aboutPage
  return (
    <Frame page="About">
      <section className="hero wrap" aria-labelledby="about">
        <h1 id="about">{title}</h1>
        <p className="lead">{lead}</p>
        <p className="actions">
          <a className="button" href="#request-a-demo">
            {demo.title}
          </a>
          <a className="button plain" href="/sign-up">
            Get Started
          </a>
        </p>
      </section>
      <section className="features wrap" aria-label="What Lantern gives you">
        {sections.map(({ title: about, text, picture, alt }) => (
          <article className="feature" key={about}>
            <div className="feature-words">
              <h2>{about}</h2>
              <p>{text}</p>
            </div>
            <Picture of={picture} alt={alt} />
          </article>
        ))}
      </section>
      <section className="sunken" aria-labelledby="security">
        <div className="wrap security">
          <div className="security-words">
            <Drawing of="guarded" />
            <h2 id="security">{security.title}</h2>
            <p className="lead">{security.text}</p>
          </div>
          <ul>
            {security.points.map(({ title: point, text }) => (
              <li key={point}>
                <h3>{point}</h3>
                <p className="dim">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap demo" id="request-a-demo" aria-labelledby="demo">
        <div>
          <h2 id="demo">{demo.title}</h2>
          <p className="lead">{demo.lead}</p>
          <ol className="points">
            {demo.steps.map((step) => (
              <li key={step}>
                <Icon of="check" />
                {step}
              </li>
            ))}
          </ol>
          <h3>Prefer to write or call?</h3>
          <ContactList />
        </div>
        <div className="card demo-card">
          <noscript>
            <p>
              This form needs JavaScript.{' '}
              <span data-detail="email">
                Please write to <MailLink subject="Demo" /> instead, with your name and your hospital’s, and
                we will be in touch.
              </span>
            </p>
          </noscript>
          <div data-demo data-email={email} className="with-script">
            <DemoForm email={email} />
          </div>
        </div>
      </section>
    </Frame>
  )
}
