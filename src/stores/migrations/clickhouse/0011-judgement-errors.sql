-- Releases before this one kept the errors of models as these had put them, with whatever the server repeated of what it
-- was sent. Nothing but that it failed can be told of those now.
ALTER TABLE sentiment_judgements (UPDATE error = 'the sentiment model failed' WHERE error != '') SETTINGS mutations_sync = 2;
