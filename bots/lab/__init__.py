"""The balance lab: many fights of automatic players, with dice that stay the same where only a rule differs."""
