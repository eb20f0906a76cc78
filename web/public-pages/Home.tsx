import { Carousel } from './Carousel.tsx'
import { closing, features, hero, heroPicture, statistics } from './content.ts'
import { Drawing, Icon } from './drawings.tsx'
import { Closing, Frame } from './Frame.tsx'
import { Picture } from './Picture.tsx'

export function Home() {
  return (
    <Frame page="home">
      <section className="hero wrap" aria-labelledby="hero">
        <h1 id="hero">{hero.title}</h1>
        <p className="lead">{hero.lead}</p>
        <p className="actions">
          <a className="button" href="/sign-up">
            Get Started
          </a>
          <a className="button plain" href="/About">
            Learn More
          </a>
        </p>
        <div className="hero-picture">
          <Picture of={heroPicture.picture} alt={heroPicture.alt} first />
        </div>
      </section>
      <section className="statistics" aria-label="Lantern in figures">
        <dl className="wrap">
          {statistics.map(({ figure, of }) => (
            <div key={of}>
              <dt>{of}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="features wrap" aria-labelledby="features">
        <header className="intro">
          <h2 id="features">One system, from the front desk to the store room</h2>
          <p className="lead">
            Four parts that know of each other. What happens in one is seen in all the others at once.
          </p>
        </header>
        {features.map(({ name, title, text, points, drawing, picture, alt }) => (
          <article className="feature" key={name}>
            <div className="feature-words">
              <Drawing of={drawing} />
              <p className="kicker">{name}</p>
              <h3>{title}</h3>
              <p>{text}</p>
              <ul className="points">
                {points.map((point) => (
                  <li key={point}>
                    <Icon of="check" />
                    {point}
                  </li>
                ))}
              </ul>
            </div>
            <Picture of={picture} alt={alt} />
          </article>
        ))}
      </section>
      <Carousel />
      <Closing
        title={closing.title}
        text={closing.text}
        action={
          <a className="button lit" href="/sign-up">
            Create your account
          </a>
        }
      />
    </Frame>
  )
}
