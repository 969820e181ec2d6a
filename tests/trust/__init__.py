"""Attacks on the promise that nobody can bend a die, rewrite a fight, deny a declaration or see what is hidden.

The number in a test's name is that of the threat it tries; after it, by whom, and where it is tried:

 1 the server tries seeds, times or new chains until it likes the faces   test_grinding
 2 so does a referee who runs the server                                  test_grinding
 3 so does whoever rolls                                                  test_grinding
 4 all others together against one seat                                   test_grinding
 5 faces are foreseen, and the moment chosen by them                      test_grinding, test_restored
 6 the server breaks off when it sees the faces                           test_crashes, test_links
 7 the server drops a link that came, or does not list who is there       client/test_alarms, test_links
 8 a seat withholds its link                                              test_links
 9 a false line is shown to somebody to get the link early                client/test_alarms, test_links
10 taking back until the dice are liked                                   test_taking_back
11 secret rolls are repeated, and the best is kept                        test_taking_back
12 a declaration is used again, here or in another fight                  test_declarations
13 declarations of a seat change places                                   test_declarations
14 a declaration answers what its seat had not seen                       test_declarations
16 two histories are told                                                 client/test_alarms, test_histories
17 the end is cut off or written anew                                     test_histories
18 rows of the database are edited                                        test_histories
19 an old backup is put in place                                          test_restored, client/test_alarms
20 a declaration is forged, or denied                                     test_declarations, test_histories
21 seats and keys are invented or exchanged                               test_keys
24 the clock lies                                                         test_histories
33 one value is spelt in two ways                                         test_spelling
34 texts deceive the eye                                                  test_spelling
35 keys and signatures that libraries judge differently                   test_keys
36 one device is used twice                                               client/test_alarms
38 enormous dice and deep bodies                                          test_spelling

The same is asked of the running application, of a ledger, and of files that a forger chained and signed anew. Files are
judged by both verifiers in Python here, and by the page in tests/verifier.

What hidden things leak (25) is tried in tests/laws/test_secrets.py; bias and weak chance (29, 31) in
tests/ledger/dice/test_fairness.py; spelling by many libraries (32) in tests/ledger/line/test_canonical.py.
"""
