-- By itself, because a new value can be used only once it is committed.
alter type allergy_certainty add value 'REPORTED' before 'SUSPECTED';
