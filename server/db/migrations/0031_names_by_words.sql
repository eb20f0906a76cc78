-- What is typed to find somebody is mostly how a name begins, and who is found so is listed first. A name of several
-- words begins with each of them: 'lopez' begins García López. `nameWords` in contract/search/people.ts is the same.
create function name_words(folded text) returns text language sql immutable strict parallel safe
  return ' ' || translate(folded, '-''’', '   ');

-- After a space each, so that the trigram index finds what a word begins with, be it one letter, and what it holds.
alter table patient_name add column words text not null generated always as (name_words(name)) stored;
drop index patient_name_search;
create index patient_name_search on patient_name using gin (words gin_trgm_ops) with (fastupdate = off);
analyze patient_name;
