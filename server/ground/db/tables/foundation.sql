-- What all other domains stand on: extensions, the functions that generated columns and indexes are computed with, the
-- secret of this installation, and the responses kept for retried requests.

-- `if not exists`, because on a managed PostgreSQL an administrator may have created them already.
-- With btree_gist, an exclusion constraint can compare ids for equality beside periods for overlap.
create extension if not exists btree_gist;
-- Compares names by how they sound (`dmetaphone`) and by how many letters they differ in (`levenshtein`).
create extension if not exists fuzzystrmatch;
-- Indexes that find any part of a text.
create extension if not exists pg_trgm;

-- Folding texts for search. These functions are immutable, because generated columns and indexes use them.

-- Lower case without accents: the form in which texts are compared. The extension unaccent would do this too, but its
-- function is not immutable. `fold` in contract/fold.ts does the same.
create or replace function fold(typed text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(
    normalize(translate(replace(typed, 'ß', 'ss'), 'øØłŁđĐæÆœŒıİ', 'oOlLdDaAoOii'), nfkd), '[\u0300-\u036F]', '', 'g'));

-- The next two are bounded, so that a row fits into an index entry whatever is typed, even in an alphabet with several
-- bytes a letter.
create or replace function sort_key(text text) returns text
  language sql immutable parallel safe strict
  return left(fold(text), 100);

-- 425 letters have at most 1,700 bytes.
create or replace function searchable(text text) returns text
  language sql immutable parallel safe strict
  return (
    select case when octet_length(folded) <= 1700 then folded else left(folded, 425) end
    from (select fold(text) as folded) as whole
  );

-- All single letters and pairs of letters of a text. Trigram indexes can't find a strength of one or two digits.
create or replace function short_parts(text text) returns text[]
  language sql immutable parallel safe strict
  return (
    select array_agg(distinct substr(text, place, size))
    from generate_series(1, length(text)) place, generate_series(1, 2) size
  );

-- A folded name with a space before each of its words, so that the trigram index finds how a word begins, even by one
-- letter: 'lopez' begins a word of García López. `nameWords` in contract/search/people.ts does the same.
create or replace function name_words(folded text) returns text
  language sql immutable parallel safe strict
  return ' ' || translate(folded, '-''’', '   ');

-- The last nine digits of a phone number, which are the same with and without a country code.
create or replace function phone_key(typed text) returns text
  language sql immutable parallel safe strict
  return right(regexp_replace(typed, '\D', '', 'g'), 9);

-- The digits of a phone number in reverse: numbers with the same last digits are neighbours in an index.
create or replace function phone_backwards(typed text) returns text
  language sql immutable parallel safe strict
  return reverse(regexp_replace(typed, '\D', '', 'g'));

-- The one secret from which the others of this installation are derived, such as the password of the server's database
-- account and the key that signs sessions. All server processes therefore derive the same ones. Only the owner of the
-- database can change it.
create table server_secret (
  only_one boolean primary key default true constraint server_secret_only_one check (only_one),
  value text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into server_secret default values;

-- The response to a write, under the idempotency key that it was sent with, so that a retry gets the same response and
-- writes nothing. Both are written in one transaction.
create table idempotent_reply (
  -- All zeros for visitors who are not signed in, and therefore not a foreign key.
  staff_id uuid not null,
  key text not null,
  -- Another request under the same key is refused.
  request_hash text not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  -- If a request is sent several times at once, all but one fail here, and their writes with them.
  constraint idempotent_reply_once primary key (staff_id, key)
);
-- A job deletes replies after a day.
create index idempotent_reply_age on idempotent_reply (created_at);
