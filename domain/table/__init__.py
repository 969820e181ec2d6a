"""What every table has, whatever it plays: seats, policies, openings, boards, words, pools, commands of no rulebook."""
